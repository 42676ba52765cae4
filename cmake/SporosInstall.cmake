# The package: headers, licence, and the files that find_package(Sporos) needs, also on machines that have fewer of the
# optional libraries than this one.

include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

target_include_directories(sporos INTERFACE
  $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}/sporos>
  $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}/sporos/core>)
install(TARGETS sporos EXPORT SporosTargets)
install(EXPORT SporosTargets NAMESPACE Sporos:: DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/Sporos)
foreach(layer core formats policies)
  install(DIRECTORY ${PROJECT_SOURCE_DIR}/${layer} DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/sporos
    FILES_MATCHING PATTERN "*.hpp")
endforeach()
install(FILES ${PROJECT_SOURCE_DIR}/LICENSE DESTINATION ${CMAKE_INSTALL_DATAROOTDIR}/doc/sporos)

# The defaults for a project that sets nothing: what was left out here stays out, and nothing is required.
foreach(library IN LISTS SPOROS_OPTIONAL_LIBRARIES)
  if(SPOROS_WITH_${library})
    set(default_of_${library} AUTO)
  else()
    set(default_of_${library} OFF)
  endif()
endforeach()
configure_package_config_file(${PROJECT_SOURCE_DIR}/cmake/SporosConfig.cmake.in ${PROJECT_BINARY_DIR}/SporosConfig.cmake
  INSTALL_DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/Sporos)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/SporosConfigVersion.cmake
  VERSION ${PROJECT_VERSION} COMPATIBILITY SameMinorVersion ARCH_INDEPENDENT)
install(FILES
  ${PROJECT_BINARY_DIR}/SporosConfig.cmake ${PROJECT_BINARY_DIR}/SporosConfigVersion.cmake
  ${PROJECT_SOURCE_DIR}/cmake/SporosDependencies.cmake ${PROJECT_SOURCE_DIR}/cmake/SporosEngines.cmake
  ${PROJECT_SOURCE_DIR}/cmake/FindMETIS.cmake ${PROJECT_SOURCE_DIR}/cmake/FindPETSc.cmake
  DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/Sporos)

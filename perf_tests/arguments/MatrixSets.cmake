# MatrixSets.cpp in the current build folder, with the lists of matrices in it.
set(campaign_list ${CMAKE_CURRENT_LIST_DIR}/../campaign_matrices.txt)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${campaign_list})
file(READ ${campaign_list} campaign_matrices)
configure_file(${CMAKE_CURRENT_LIST_DIR}/MatrixSets.cpp.in ${CMAKE_CURRENT_BINARY_DIR}/MatrixSets.cpp @ONLY)

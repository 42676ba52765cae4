// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Writes a matrix in any format to a file and reads it back. The `Parts` header of a format says what of it is
/// stored.
#pragma once

#include "formats/binary/Sporos_BinaryReader.hpp"
#include "formats/binary/Sporos_BinaryWriter.hpp"
#include "formats/common/Sporos_Arguments.hpp"
#include "formats/common/Sporos_RequireKokkos.hpp"
#include "formats/common/Sporos_ValueTypes.hpp"
#include "formats/crs/Sporos_CrsParts.hpp"

namespace sporos {
namespace detail {

template <class Matrix, class = void>
struct has_stored_parts : std::false_type {};
template <class Matrix>
struct has_stored_parts<Matrix, std::void_t<decltype(StoredParts<Matrix>::format)>> : std::true_type {};

/// \brief How read_binary() reads a matrix of one type; AnyMatrix has a specialisation.
template <class Matrix>
struct BinaryInput {
  static_assert(has_stored_parts<Matrix>::value,
                "sporos::read_binary: name the type of a matrix that files have a form for: "
                "read_binary<sporos::CrsMatrix<double>>(exec, path), or of a file in any format "
                "read_binary<sporos::AnyMatrix<double>>(exec, path)");

  template <class ExecutionSpace>
  static Matrix read(const ExecutionSpace& exec, BinaryReader& reader) {
    using Parts = StoredParts<Matrix>;
    const BinaryHead wanted = binary_head<Matrix>(Parts::format);
    const BinaryHead& head = reader.head();
    reader.checks().require(head.format == wanted.format, "holds a matrix in ", head.format, ", not in ",
                            wanted.format);
    reader.checks().require(head.types() == wanted.types(), "holds ", head.types(), ", not ", wanted.types());
    Matrix matrix;
    Parts::each(matrix, reader);
    reader.finish();
    Parts::check(matrix, reader.checks());
    Parts::complete(exec, matrix);
    wait_for(exec, "sporos::binary[wait]");
    return matrix;
  }
};

/// \brief Refuses what read_binary() would refuse.
template <class Matrix>
void require_readable(const std::string& path, const Matrix& matrix) {
  try {
    StoredParts<Matrix>::check(matrix, StoredChecks(""));
  } catch (const std::runtime_error& reason) {
    require(false, "write_binary", of_file(path), "the matrix could not be read again: ", reason.what());
  }
}

/// \brief Checks nothing.
template <class Matrix>
void write_stored(const std::string& path, Matrix matrix) {
  using Parts = StoredParts<Matrix>;
  BinaryWriter writer(path, binary_head<Matrix>(Parts::format));
  Parts::each(matrix, writer);
  writer.finish();
}

}  // namespace detail

/// \brief Writes a matrix as it is stored, in the form of formats/binary/Sporos_BinaryForm.hpp; gzip where `path` ends
/// in `.gz`.
/// \param A  a matrix in any format and any memory space; matrices of other libraries are written as compressed rows
/// \throws std::runtime_error "sporos::write_binary: <path>: <reason>" where the file cannot be written
/// \throws std::invalid_argument where the arrays contradict each other, or something would reach beyond an array: what
///         read_binary() would refuse, for the same reason. No file is made or changed then
///
/// The file gets its name only when it is complete; until then an existing file of that name stays. The arrays are
/// copied to the host, which checks them first, in one thread.
template <class Matrix>
void write_binary(const std::string& path, const Matrix& A) {
  detail::require_kokkos("write_binary");
  if constexpr (detail::is_stored_otherwise<Matrix>::value) {
    constexpr bool has_parts = detail::has_stored_parts<Matrix>::value;
    static_assert(has_parts,
                  "sporos::write_binary: this format has no form in a file; write the matrix in compressed rows, "
                  "write_binary(path, to_crs(exec, A))");
    if constexpr (has_parts) {
      detail::require_readable(path, A);
      detail::write_stored(path, A);
    }
  } else {
    static_assert(detail::matrix_values_are_taken<typename detail::crs_view_t<Matrix>::value_type>);
    const auto rows = detail::crs_view_for("write_binary", A);
    detail::require_readable(path, rows);
    detail::write_stored(path, rows);
  }
}

/// \brief Reads what write_binary() has written.
/// \tparam Matrix  the type of the matrix that was written, in any memory space; for compressed rows CrsMatrix or
///                 CrsView
/// \throws std::runtime_error "sporos::read_binary: <path>: <reason>" where the file is damaged or of another version,
///         format or type, or where its parts contradict each other so that something would reach beyond an array
///
/// The host reads and checks the file in one thread; then `exec` computes what is not in the file. Waits.
template <class Matrix, class ExecutionSpace, class = detail::if_space<ExecutionSpace>>
Matrix read_binary(const ExecutionSpace& exec, const std::string& path) {
  detail::require_kokkos("read_binary");
  detail::BinaryReader reader(path);
  return detail::BinaryInput<Matrix>::read(exec, reader);
}

/// \brief Refuses other arguments at compile time.
template <class... Given, class = detail::if_wrong<detail::Parameters<2, std::string, detail::AMatrix>, Given...>>
void write_binary(const Given&...) {
  static_assert(detail::are_right<Given...>, "sporos::write_binary: the arguments are path, A; it takes no instance");
}

/// \brief Refuses other arguments at compile time.
template <class Matrix, class... Given,
          class = detail::if_wrong<detail::Parameters<2, detail::AnInstance, std::string>, Given...>>
Matrix read_binary(const Given&...) {
  static_assert(detail::are_right<Given...>,
                "sporos::read_binary: the arguments are exec, path; the matrix is named: "
                "read_binary<sporos::CrsMatrix<double>>(exec, path)");
  return Matrix();
}

/// \brief The same for calls that do not name the matrix.
template <class ExecutionSpace, class... Given, class = detail::if_space<ExecutionSpace>>
void read_binary(const ExecutionSpace&, const Given&...) {
  static_assert(
      detail::are_right<Given...>,
      "sporos::read_binary: the type of the matrix must be named: read_binary<sporos::CrsMatrix<double>>(exec, "
      "path), or of a file in any format read_binary<sporos::AnyMatrix<double>>(exec, path)");
}

}  // namespace sporos

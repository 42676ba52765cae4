// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Sporos' plans as the local products of PETSc's matrices. PETSc goes on exchanging what other processes need.
///
/// The functions are PETSc's in style: they throw nothing and return a PetscErrorCode, for PetscCall(). All ranks of
/// the matrix call them; only view() communicates, so that a rank that leaves out the others keeps PETSc's own product.
#pragma once

#include <petscviewer.h>

#include <memory>

#include "core/interop/Sporos_PetscHooks.hpp"

namespace sporos {
namespace petsc {

/// \brief Gives A PETSc's own products back. Nothing happens where A is not attached.
inline PetscErrorCode detach(Mat A) {
  return detail::petsc_guard(
      "sporos::petsc::detach", [&] { return detail::petsc_name(A); },
      [&]() -> PetscErrorCode {
        detail::PetscMatrixHook* hook = nullptr;
        PetscCall(detail::find_hook(A, &hook));
        if (hook == nullptr) return detail::petsc_success;
        std::array<Mat, 2> blocks;
        PetscCall(detail::blocks_of(A, blocks));
        for (Mat block : blocks) {
          if (block != nullptr) PetscCall(detail::unhook_block(block));
        }
        detail::PetscOperation now = nullptr;
        PetscCall(MatGetOperation(A, MATOP_ASSEMBLY_END, &now));
        if (now == detail::petsc_operation(&detail::petsc_assembly_end)) {
          PetscCall(MatSetOperation(A, MATOP_ASSEMBLY_END, hook->own_assembly_end));
        }
        PetscCall(PetscObjectCompose(reinterpret_cast<PetscObject>(A), detail::PetscMatrixHook::key, nullptr));
        return detail::petsc_success;
      });
}

}  // namespace petsc

namespace detail {

/// \brief petsc::attach() with products of the diagonal block by `Block`, of the other by `OtherBlock`.
template <class Block, class OtherBlock>
PetscErrorCode attach_blocks(Mat A, const Options& options) {
  PetscBool is_sequential = PETSC_FALSE;
  PetscBool is_parallel = PETSC_FALSE;
  PetscBool multiplies_otherwise = PETSC_FALSE;  // not by its blocks, or by rows that are newer on a device
  PetscBool is_assembled = PETSC_FALSE;
  const auto object = reinterpret_cast<PetscObject>(A);
  PetscCall(PetscObjectBaseTypeCompare(object, MATSEQAIJ, &is_sequential));
  PetscCall(PetscObjectBaseTypeCompare(object, MATMPIAIJ, &is_parallel));
  PetscCall(
      PetscObjectTypeCompareAny(object, &multiplies_otherwise, MATMPIAIJCRL, MATSEQAIJVIENNACL, MATMPIAIJVIENNACL, ""));
  PetscCheck(
      (is_sequential || is_parallel) && !multiplies_otherwise, PETSC_COMM_SELF, PETSC_ERR_SUP,
      "sporos::petsc::attach: %s is of type %s, but must be seqaij, mpiaij or a kind of these with compressed rows",
      petsc_name(A).c_str(), object->type_name);
  PetscCall(MatAssembled(A, &is_assembled));
  PetscCheck(is_assembled, PETSC_COMM_SELF, PETSC_ERR_ARG_WRONGSTATE,
             "sporos::petsc::attach: %s must be assembled first", petsc_name(A).c_str());
  PetscCall(petsc::detach(A));
  const PetscErrorCode code = petsc_guard(
      "sporos::petsc::attach", [&] { return petsc_name(A); },
      [&]() -> PetscErrorCode {
        auto hook = std::make_unique<PetscMatrixHook>();
        hook->owner = std::make_shared<PetscOwner>();
        hook->owner->matrix = A;
        hook->make_products = [options](Mat block, const std::shared_ptr<const PetscOwner>& owner,
                                        bool is_diagonal) -> std::unique_ptr<PetscProducts> {
          if (is_diagonal) return std::make_unique<Block>(block, owner, options);
          Options of_rows = options;
          of_rows.format.reset();
          return std::make_unique<OtherBlock>(block, owner, of_rows);
        };
        PetscCall(MatGetOperation(A, MATOP_ASSEMBLY_END, &hook->own_assembly_end));
        PetscMatrixHook& kept = *hook;
        PetscCall(keep_hook(A, std::move(hook)));
        PetscCall(hook_blocks(A, kept, true));
        return MatSetOperation(A, MATOP_ASSEMBLY_END, petsc_operation(&petsc_assembly_end));
      });
  if (code != petsc_success) PetscCall(petsc::detach(A));
  PetscCall(code);
  return petsc_success;
}

}  // namespace detail

namespace petsc {

/// \brief From now on MatMult(), MatMultAdd() and their transposes multiply the local blocks of A by plans of Sporos;
/// so does what calls them, as KSP, PC and SNES.
///
/// The plans share PETSc's arrays. New numbers are used as they are; after an assembly with new entries the next
/// product makes a plan again. Copies made by MatDuplicate() are not attached. A second call replaces the options.
///
/// \tparam ExecutionSpace  where products run. On a host it takes matrices in host memory. On CUDA those in device
///         memory are multiplied on PETSc's stream, without waiting; of those in host memory the plan keeps a copy on
///         the device, and x and y are copied in every product
/// \param A        assembled, of type MATSEQAIJ, MATMPIAIJ or a kind of these that has compressed rows
/// \param options  as of a plan
/// \return PETSC_ERR_SUP for other types and for a format in the options, PETSC_ERR_ARG_WRONGSTATE before assembly,
///         PETSC_ERR_LIB with the message of what a plan throws; A is as before then. Products return PETSC_ERR_LIB in
///         the same way
template <class ExecutionSpace = Kokkos::DefaultExecutionSpace>
PetscErrorCode attach(Mat A, const Options& options = {}) {
  PetscCheck(!options.format || *options.format == Format::crs, PETSC_COMM_SELF, PETSC_ERR_SUP,
             "sporos::petsc::attach: format = %s takes attach_any(), of Sporos_PetscAny.hpp", name(*options.format));
  using Block = detail::PetscBlock<ExecutionSpace>;
  return detail::attach_blocks<Block, Block>(A, options);
}

/// \brief Whether Sporos multiplies the blocks of A that this rank has.
inline PetscErrorCode is_attached(Mat A, PetscBool* attached) {
  detail::PetscMatrixHook* hook = nullptr;
  *attached = PETSC_FALSE;
  PetscCall(detail::find_hook(A, &hook));
  if (hook == nullptr) return detail::petsc_success;
  std::array<Mat, 2> blocks;
  PetscCall(detail::blocks_of(A, blocks));
  for (Mat block : blocks) {
    bool is_ours = block == nullptr;
    if (!is_ours) PetscCall(detail::has_our_products(block, is_ours));
    if (!is_ours) return detail::petsc_success;
  }
  *attached = PETSC_TRUE;
  return detail::petsc_success;
}

/// \brief Writes of each rank its rows, entries, ghosts and products so far, and what its plans run and why.
/// Collective.
/// \param viewer  of the kind PETSCVIEWERASCII
/// \return PETSC_ERR_SUP for other kinds
inline PetscErrorCode view(Mat A, PetscViewer viewer) {
  PetscBool is_text = PETSC_FALSE;
  PetscCall(PetscObjectTypeCompare(reinterpret_cast<PetscObject>(viewer), PETSCVIEWERASCII, &is_text));
  PetscCheck(is_text, PETSC_COMM_SELF, PETSC_ERR_SUP, "sporos::petsc::view: the viewer must be of type ascii");
  return detail::petsc_guard(
      "sporos::petsc::view", [&] { return detail::petsc_name(A); },
      [&]() -> PetscErrorCode {
        detail::PetscMatrixHook* matrix = nullptr;
        PetscCall(detail::find_hook(A, &matrix));
        std::string text = detail::petsc_name(A);
        text += matrix == nullptr ? ": multiplied by PETSc\n" : "\n";
        std::array<Mat, 2> blocks = {nullptr, nullptr};
        if (matrix != nullptr) PetscCall(detail::blocks_of(A, blocks));
        const char* const names[] = {"diagonal block", "off-diagonal block"};
        for (std::size_t i = 0; i < blocks.size(); ++i) {
          detail::PetscBlockHook* hook = nullptr;
          if (blocks[i] != nullptr) PetscCall(detail::find_hook(blocks[i], &hook));
          if (hook == nullptr) continue;
          MatInfo info;
          PetscInt rows = 0;
          PetscInt columns = 0;
          PetscCall(MatGetLocalSize(blocks[i], &rows, &columns));
          PetscCall(MatGetInfo(blocks[i], MAT_LOCAL, &info));
          text += detail::concat("  ", names[i], ": ", rows, " rows, ", columns, i == 0 ? " columns, " : " ghosts, ",
                                 static_cast<std::int64_t>(info.nz_used), " entries, ", hook->count, " products; ",
                                 hook->products->describe(), "\n");
        }
        PetscCall(PetscViewerASCIIPushSynchronized(viewer));
        PetscCall(PetscViewerASCIISynchronizedPrintf(viewer, "%s", text.c_str()));
        PetscCall(PetscViewerFlush(viewer));
        PetscCall(PetscViewerASCIIPopSynchronized(viewer));
        return detail::petsc_success;
      });
}

}  // namespace petsc
}  // namespace sporos

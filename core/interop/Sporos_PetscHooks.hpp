// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Puts products into the place of PETSc's own, in the matrix that a user has and in its sequential blocks.
#pragma once

#include <array>
#include <functional>
#include <memory>
#include <string>

#include "core/interop/Sporos_PetscBlock.hpp"

namespace sporos {
namespace detail {

/// \brief What a sequential block carries: its products, and PETSc's functions that they stand for.
struct PetscBlockHook {
  static constexpr const char* key = "sporos::petsc block";

  std::shared_ptr<const PetscOwner> owner;
  std::unique_ptr<PetscProducts> products;
  std::array<PetscOperation, 4> own = {};
  PetscInt64 count = 0;  // products so far
};

/// \brief What the matrix carries: how its blocks become attached, again where PETSc has made a new one.
struct PetscMatrixHook {
  static constexpr const char* key = "sporos::petsc";

  std::shared_ptr<PetscOwner> owner;
  std::function<std::unique_ptr<PetscProducts>(Mat block, const std::shared_ptr<const PetscOwner>&, bool is_diagonal)>
      make_products;
  PetscOperation own_assembly_end = nullptr;

  ~PetscMatrixHook() { owner->matrix = nullptr; }
};

template <class Hook>
PetscErrorCode destroy_hook(void* hook) {
  delete static_cast<Hook*>(hook);
  return petsc_success;
}

template <class Hook>
PetscErrorCode find_hook(Mat A, Hook** hook) {
  PetscObject container = nullptr;
  *hook = nullptr;
  PetscCall(PetscObjectQuery(reinterpret_cast<PetscObject>(A), Hook::key, &container));
  if (container != nullptr) {
    PetscCall(PetscContainerGetPointer(reinterpret_cast<PetscContainer>(container), reinterpret_cast<void**>(hook)));
  }
  return petsc_success;
}

/// \brief The matrix owns the hook, and destroys one that it has had before.
template <class Hook>
PetscErrorCode keep_hook(Mat A, std::unique_ptr<Hook> hook) {
  PetscContainer container = nullptr;
  PetscCall(PetscContainerCreate(PETSC_COMM_SELF, &container));
  PetscCall(PetscContainerSetPointer(container, hook.get()));
#if PETSC_VERSION_GE(3, 23, 0)
  // A pointer to the pointer: as void** in 3.23, as void* in 3.25.
  PetscCall(PetscContainerSetCtxDestroy(
      container, [](auto place) -> PetscErrorCode { return destroy_hook<Hook>(*static_cast<void**>(place)); }));
#else
  PetscCall(PetscContainerSetUserDestroy(container, destroy_hook<Hook>));
#endif
  hook.release();
  PetscCall(PetscObjectCompose(reinterpret_cast<PetscObject>(A), Hook::key, reinterpret_cast<PetscObject>(container)));
  PetscCall(PetscContainerDestroy(&container));
  return petsc_success;
}

// ---- what PETSc calls -----------------------------------------------------------------------------------------------

inline PetscErrorCode petsc_multiply(Mat block, Op op, Vec x, Vec y, Vec z) {
  PetscBlockHook* hook = nullptr;
  PetscCall(find_hook(block, &hook));
  PetscCheck(hook != nullptr, PETSC_COMM_SELF, PETSC_ERR_PLIB, "%s has Sporos' functions, but was never attached",
             petsc_name(block).c_str());
  ++hook->count;
  return petsc_guard(
      "Sporos' product", [&] { return hook->owner->name(); }, [&] { return hook->products->multiply(op, x, y, z); });
}

inline PetscErrorCode petsc_mult(Mat block, Vec x, Vec y) { return petsc_multiply(block, Op::none, x, nullptr, y); }
inline PetscErrorCode petsc_mult_add(Mat block, Vec x, Vec y, Vec z) {
  return petsc_multiply(block, Op::none, x, y, z);
}
inline PetscErrorCode petsc_mult_transpose(Mat block, Vec x, Vec y) {
  return petsc_multiply(block, Op::transpose, x, nullptr, y);
}
inline PetscErrorCode petsc_mult_transpose_add(Mat block, Vec x, Vec y, Vec z) {
  return petsc_multiply(block, Op::transpose, x, y, z);
}

inline constexpr std::array<MatOperation, 4> petsc_operations = {MATOP_MULT, MATOP_MULT_ADD, MATOP_MULT_TRANSPOSE,
                                                                 MATOP_MULT_TRANSPOSE_ADD};
inline std::array<PetscOperation, 4> our_operations() {
  return {petsc_operation(&petsc_mult), petsc_operation(&petsc_mult_add), petsc_operation(&petsc_mult_transpose),
          petsc_operation(&petsc_mult_transpose_add)};
}

// ---- blocks ---------------------------------------------------------------------------------------------------------

/// \brief The sequential blocks of a matrix: one, or the diagonal and the other one.
inline PetscErrorCode blocks_of(Mat A, std::array<Mat, 2>& blocks) {
  PetscBool is_sequential = PETSC_FALSE;
  blocks = {A, nullptr};
  PetscCall(PetscObjectBaseTypeCompare(reinterpret_cast<PetscObject>(A), MATSEQAIJ, &is_sequential));
  if (is_sequential == PETSC_FALSE) PetscCall(MatMPIAIJGetSeqAIJ(A, &blocks[0], &blocks[1], nullptr));
  return petsc_success;
}

inline PetscErrorCode has_our_products(Mat block, bool& has) {
  PetscBlockHook* hook = nullptr;
  PetscOperation now = nullptr;
  PetscCall(find_hook(block, &hook));
  PetscCall(MatGetOperation(block, MATOP_MULT, &now));
  has = hook != nullptr && now == our_operations()[0];
  return petsc_success;
}

// Another library, or PETSc itself, may have put functions of its own in the place of ours: these stay.
inline PetscErrorCode unhook_block(Mat block) {
  PetscBlockHook* hook = nullptr;
  PetscCall(find_hook(block, &hook));
  if (hook == nullptr) return petsc_success;
  for (std::size_t i = 0; i < petsc_operations.size(); ++i) {
    PetscOperation now = nullptr;
    PetscCall(MatGetOperation(block, petsc_operations[i], &now));
    if (now == our_operations()[i]) PetscCall(MatSetOperation(block, petsc_operations[i], hook->own[i]));
  }
  PetscCall(PetscObjectCompose(reinterpret_cast<PetscObject>(block), PetscBlockHook::key, nullptr));
  return petsc_success;
}

/// \brief Attaches the blocks that are not, and makes their plans where `prepares`.
inline PetscErrorCode hook_blocks(Mat A, const PetscMatrixHook& matrix, bool prepares) {
  std::array<Mat, 2> blocks;
  PetscCall(blocks_of(A, blocks));
  for (Mat block : blocks) {
    bool is_done = block == nullptr;
    if (!is_done) PetscCall(has_our_products(block, is_done));
    if (is_done) continue;
    PetscCall(unhook_block(block));
    auto hook = std::make_unique<PetscBlockHook>();
    hook->owner = matrix.owner;
    hook->products = matrix.make_products(block, matrix.owner, block == blocks[0]);
    if (prepares) PetscCall(hook->products->prepare());
    for (std::size_t i = 0; i < petsc_operations.size(); ++i) {
      PetscCall(MatGetOperation(block, petsc_operations[i], &hook->own[i]));
    }
    PetscCall(keep_hook(block, std::move(hook)));
    for (std::size_t i = 0; i < petsc_operations.size(); ++i) {
      PetscCall(MatSetOperation(block, petsc_operations[i], our_operations()[i]));
    }
  }
  return petsc_success;
}

// New entries of other processes' columns make PETSc destroy a block and make another one.
inline PetscErrorCode petsc_assembly_end(Mat A, MatAssemblyType type) {
  PetscMatrixHook* hook = nullptr;
  PetscCall(find_hook(A, &hook));
  PetscCheck(hook != nullptr, PETSC_COMM_SELF, PETSC_ERR_PLIB, "%s has Sporos' functions, but was never attached",
             petsc_name(A).c_str());
  PetscCall(reinterpret_cast<PetscErrorCode (*)(Mat, MatAssemblyType)>(hook->own_assembly_end)(A, type));
  if (type != MAT_FINAL_ASSEMBLY) return petsc_success;
  return petsc_guard(
      "Sporos' part in the assembly", [&] { return petsc_name(A); }, [&] { return hook_blocks(A, *hook, false); });
}

}  // namespace detail
}  // namespace sporos

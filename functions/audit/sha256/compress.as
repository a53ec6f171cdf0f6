/**
 * The compression of SHA-256 (FIPS 180-4 §6.2.2) for four messages at a time: each of the four lanes of a vector holds
 * one message.
 */

/** The unfinished digests, word by word: 4 bytes of each lane, side by side. */
export const state: usize = memory.data(8 * 16, 16)

/** 16 words of the message schedule, each for four lanes: W[t] is at t mod 16. */
const schedule: usize = memory.data(16 * 16, 16)

/** The constants K of FIPS 180-4 §4.2.2: from the cube roots of the first 64 primes. */
const roundConstants: usize = memory.data<u32>([
  0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
  0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
  0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
  0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
  0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
  0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
  0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
  0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
], 16)
const roundConstantsEnd: usize = roundConstants + 64 * 4

/** Adds one block of 64 bytes for each lane, read from the four addresses, to `state`. */
export function compress(block0: usize, block1: usize, block2: usize, block3: usize): void {
  for (let part: usize = 0; part < 64; part += 16) {
    readWords(schedule + 4 * part, block0 + part, block1 + part, block2 + part, block3 + part)
  }
  let a = v128.load(state, 0)
  let b = v128.load(state, 16)
  let c = v128.load(state, 32)
  let d = v128.load(state, 48)
  let e = v128.load(state, 64)
  let f = v128.load(state, 80)
  let g = v128.load(state, 96)
  let h = v128.load(state, 112)

  // Variables are not moved from round to round; each round takes them under other names instead. Sixteen rounds are
  // written out, so that the addresses in the schedule are constants; writing out all 64 is no faster.
  let k = roundConstants
  h = t1(e, f, g, h, given(k, 0)); d = add(d, h); h = add(h, t2(a, b, c))
  g = t1(d, e, f, g, given(k, 1)); c = add(c, g); g = add(g, t2(h, a, b))
  f = t1(c, d, e, f, given(k, 2)); b = add(b, f); f = add(f, t2(g, h, a))
  e = t1(b, c, d, e, given(k, 3)); a = add(a, e); e = add(e, t2(f, g, h))
  d = t1(a, b, c, d, given(k, 4)); h = add(h, d); d = add(d, t2(e, f, g))
  c = t1(h, a, b, c, given(k, 5)); g = add(g, c); c = add(c, t2(d, e, f))
  b = t1(g, h, a, b, given(k, 6)); f = add(f, b); b = add(b, t2(c, d, e))
  a = t1(f, g, h, a, given(k, 7)); e = add(e, a); a = add(a, t2(b, c, d))
  h = t1(e, f, g, h, given(k, 8)); d = add(d, h); h = add(h, t2(a, b, c))
  g = t1(d, e, f, g, given(k, 9)); c = add(c, g); g = add(g, t2(h, a, b))
  f = t1(c, d, e, f, given(k, 10)); b = add(b, f); f = add(f, t2(g, h, a))
  e = t1(b, c, d, e, given(k, 11)); a = add(a, e); e = add(e, t2(f, g, h))
  d = t1(a, b, c, d, given(k, 12)); h = add(h, d); d = add(d, t2(e, f, g))
  c = t1(h, a, b, c, given(k, 13)); g = add(g, c); c = add(c, t2(d, e, f))
  b = t1(g, h, a, b, given(k, 14)); f = add(f, b); b = add(b, t2(c, d, e))
  a = t1(f, g, h, a, given(k, 15)); e = add(e, a); a = add(a, t2(b, c, d))
  for (k += 64; k < roundConstantsEnd; k += 64) {
    h = t1(e, f, g, h, made(k, 0)); d = add(d, h); h = add(h, t2(a, b, c))
    g = t1(d, e, f, g, made(k, 1)); c = add(c, g); g = add(g, t2(h, a, b))
    f = t1(c, d, e, f, made(k, 2)); b = add(b, f); f = add(f, t2(g, h, a))
    e = t1(b, c, d, e, made(k, 3)); a = add(a, e); e = add(e, t2(f, g, h))
    d = t1(a, b, c, d, made(k, 4)); h = add(h, d); d = add(d, t2(e, f, g))
    c = t1(h, a, b, c, made(k, 5)); g = add(g, c); c = add(c, t2(d, e, f))
    b = t1(g, h, a, b, made(k, 6)); f = add(f, b); b = add(b, t2(c, d, e))
    a = t1(f, g, h, a, made(k, 7)); e = add(e, a); a = add(a, t2(b, c, d))
    h = t1(e, f, g, h, made(k, 8)); d = add(d, h); h = add(h, t2(a, b, c))
    g = t1(d, e, f, g, made(k, 9)); c = add(c, g); g = add(g, t2(h, a, b))
    f = t1(c, d, e, f, made(k, 10)); b = add(b, f); f = add(f, t2(g, h, a))
    e = t1(b, c, d, e, made(k, 11)); a = add(a, e); e = add(e, t2(f, g, h))
    d = t1(a, b, c, d, made(k, 12)); h = add(h, d); d = add(d, t2(e, f, g))
    c = t1(h, a, b, c, made(k, 13)); g = add(g, c); c = add(c, t2(d, e, f))
    b = t1(g, h, a, b, made(k, 14)); f = add(f, b); b = add(b, t2(c, d, e))
    a = t1(f, g, h, a, made(k, 15)); e = add(e, a); a = add(a, t2(b, c, d))
  }

  v128.store(state, add(a, v128.load(state, 0)), 0)
  v128.store(state, add(b, v128.load(state, 16)), 16)
  v128.store(state, add(c, v128.load(state, 32)), 32)
  v128.store(state, add(d, v128.load(state, 48)), 48)
  v128.store(state, add(e, v128.load(state, 64)), 64)
  v128.store(state, add(f, v128.load(state, 80)), 80)
  v128.store(state, add(g, v128.load(state, 96)), 96)
  v128.store(state, add(h, v128.load(state, 112)), 112)
}

/** Reads 16 bytes of each lane as four big-endian words. Writes each word as a vector of the four lanes. */
@inline function readWords(to: usize, from0: usize, from1: usize, from2: usize, from3: usize): void {
  const lane0 = bigEndian(v128.load(from0))
  const lane1 = bigEndian(v128.load(from1))
  const lane2 = bigEndian(v128.load(from2))
  const lane3 = bigEndian(v128.load(from3))
  const firstTwo01 = v128.shuffle<u32>(lane0, lane1, 0, 4, 1, 5)
  const firstTwo23 = v128.shuffle<u32>(lane2, lane3, 0, 4, 1, 5)
  const lastTwo01 = v128.shuffle<u32>(lane0, lane1, 2, 6, 3, 7)
  const lastTwo23 = v128.shuffle<u32>(lane2, lane3, 2, 6, 3, 7)
  v128.store(to, v128.shuffle<u64>(firstTwo01, firstTwo23, 0, 2), 0)
  v128.store(to, v128.shuffle<u64>(firstTwo01, firstTwo23, 1, 3), 16)
  v128.store(to, v128.shuffle<u64>(lastTwo01, lastTwo23, 0, 2), 32)
  v128.store(to, v128.shuffle<u64>(lastTwo01, lastTwo23, 1, 3), 48)
}

@inline function bigEndian(x: v128): v128 {
  return v128.shuffle<u8>(x, x, 3, 2, 1, 0, 7, 6, 5, 4, 11, 10, 9, 8, 15, 14, 13, 12)
}

/** K + W for one of the first 16 rounds, which use the words of the block. */
@inline function given(k: usize, t: usize): v128 {
  return add(v128.load_splat<u32>(k + 4 * t), word(t))
}

/** K + W for a later round. Its word is computed here, and replaces the word of 16 rounds before. */
@inline function made(k: usize, t: usize): v128 {
  const next = add(add(sigma1(word(t + 14)), word(t + 9)), add(sigma0(word(t + 1)), word(t)))
  v128.store(schedule + 16 * t, next)
  return add(v128.load_splat<u32>(k + 4 * t), next)
}

@inline function word(t: usize): v128 {
  return v128.load(schedule + 16 * (t & 15))
}

/** The values T1 and T2 of FIPS 180-4 §6.2.2. */
@inline function t1(e: v128, f: v128, g: v128, h: v128, input: v128): v128 {
  return add(add(h, sum1(e)), add(choose(e, f, g), input))
}
@inline function t2(a: v128, b: v128, c: v128): v128 {
  return add(sum0(a), majority(a, b, c))
}

/** The functions Ch, Maj, Σ and σ of FIPS 180-4 §4.1.2. */
@inline function choose(e: v128, f: v128, g: v128): v128 {
  return v128.bitselect(f, g, e)
}
@inline function majority(a: v128, b: v128, c: v128): v128 {
  return v128.xor(b, v128.and(v128.xor(a, b), v128.xor(b, c)))
}
@inline function sum0(a: v128): v128 {
  return xor(rotate(a, 2), rotate(a, 13), rotate(a, 22))
}
@inline function sum1(e: v128): v128 {
  return xor(rotate(e, 6), rotate(e, 11), rotate(e, 25))
}
@inline function sigma0(w: v128): v128 {
  return xor(rotate(w, 7), rotate(w, 18), i32x4.shr_u(w, 3))
}
@inline function sigma1(w: v128): v128 {
  return xor(rotate(w, 17), rotate(w, 19), i32x4.shr_u(w, 10))
}

@inline function add(x: v128, y: v128): v128 {
  return i32x4.add(x, y)
}
@inline function xor(x: v128, y: v128, z: v128): v128 {
  return v128.xor(v128.xor(x, y), z)
}
@inline function rotate(x: v128, bits: i32): v128 {
  return v128.or(i32x4.shr_u(x, bits), i32x4.shl(x, 32 - bits))
}

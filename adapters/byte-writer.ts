/** Bytes that are written one after the other into memory that grows. */
export class ByteWriter {
  length = 0;
  #memory: Buffer;

  constructor(expectedLength = 16_384) {
    this.#memory = Buffer.allocUnsafeSlow(expectedLength);
  }

  /** What was written. */
  get written(): Buffer {
    return this.#memory.subarray(0, this.length);
  }

  write(from: Buffer, start = 0, end = from.length): void {
    this.#reserve(end - start);
    const memory = this.#memory;
    let at = this.length;
    // For a few bytes at a time this is faster than a call of Buffer's own copy.
    for (let index = start; index < end; index += 1) memory[at++] = from[index] as number;
    this.length = at;
  }

  writeByte(byte: number): void {
    this.#reserve(1);
    this.#memory[this.length++] = byte;
  }

  /** Frees the memory; nothing that was written may be used any more. */
  free(): void {
    freeMemory(this.#memory);
  }

  #reserve(bytes: number): void {
    if (this.length + bytes <= this.#memory.length) return;
    const memory = Buffer.allocUnsafeSlow(2 * this.#memory.length + bytes);
    this.#memory.copy(memory, 0, 0, this.length);
    this.free();
    this.#memory = memory;
  }
}

/**
 * Frees the memory of bytes that nobody uses any more. The garbage collector would let the buffers of
 * long lists grow to tens of megabytes first.
 */
export function freeMemory({ buffer, byteLength }: Buffer): void {
  // A small buffer can share its memory with others.
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0);
}

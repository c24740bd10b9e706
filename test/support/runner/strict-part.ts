import { createHash } from 'node:crypto';

/** The number of parts into which the suite is divided for `STRICT_PART`. */
export const STRICT_PARTS = 8;

/** The part of a test file, from 0: by the hash of its path, so that it stays in its part when others are added. */
export const partOf = (file: string): number => (createHash('sha256').update(file).digest()[0] ?? 0) % STRICT_PARTS;

/** The part of `STRICT_PART`; undefined without it. @throws Error for anything but a number of a part */
export function strictPart(value: string | undefined): number | undefined {
  if (value === undefined) return undefined;
  const part = Number(value);
  if (value === '' || !Number.isInteger(part) || part < 0 || part >= STRICT_PARTS)
    throw new Error(`STRICT_PART must be a whole number from 0 to ${STRICT_PARTS - 1}.`);
  return part;
}

import { createHash, randomBytes } from 'node:crypto';
import { v7, validate } from 'uuid';
import { now } from './clock.ts';

/** A new resource identifier: UUID v7, so that ids sort by creation (completions-accounts §1.2). */
export const newId = (): string => v7({ msecs: now().getTime() });

/** Whether the text is a UUID in canonical form. */
export const isId = (text: string): boolean => validate(text);

/** `bytes` random bytes in lower-case hex. */
export const randomHex = (bytes: number): string => randomBytes(bytes).toString('hex');

/** SHA-256 in lower-case hex: how tokens of high entropy are stored and looked up. */
export const sha256 = (data: string | Uint8Array): string => createHash('sha256').update(data).digest('hex');

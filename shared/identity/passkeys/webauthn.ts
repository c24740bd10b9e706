import * as z from 'zod';
import { parse as uuidBytes } from 'uuid';
import { badRequest } from '../../kernel/errors.ts';
import type { descriptorSchema } from './schema.ts';

const clientDataSchema = z.object({ type: z.string(), challenge: z.string().min(1), origin: z.string() });

/** The challenge (base64url) in the client data of a response, before any verification. @throws 400 for ill-formed client data */
export function challengeIn({ response }: { response: { clientDataJSON: string } }): string {
  try {
    return clientDataSchema.parse(JSON.parse(Buffer.from(response.clientDataJSON, 'base64url').toString())).challenge;
  } catch {
    throw illFormed('clientDataJSON');
  }
}

/** The 400 for a part of an authenticator's response that cannot be decoded. */
export const illFormed = (part: string) =>
  badRequest(`Invalid or missing: response.response.${part}.`, { [`response.response.${part}`]: ['cannot be decoded'] });

export type Descriptor = z.infer<typeof descriptorSchema>;

export const descriptor = (credentialId: string): Descriptor => ({ type: 'public-key', id: credentialId });

/** Milliseconds for which a browser waits for its user. */
export const TIMEOUT_MILLIS = 60_000;

/** The WebAuthn user handle: the 16 bytes of the user id, base64url. */
export const userHandle = (userId: string): string => Buffer.from(uuidBytes(userId)).toString('base64url');

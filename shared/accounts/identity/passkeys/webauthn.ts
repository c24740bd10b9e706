import * as z from 'zod';
import { parse as uuidBytes } from 'uuid';
import { badRequest } from '#shared/base/kernel/errors.ts';
import type { descriptorSchema } from './schema.ts';

const clientDataSchema = z.object({
  type: z.string(),
  challenge: z.string().min(1),
  origin: z.string(),
  crossOrigin: z.boolean().nullish(),
  topOrigin: z.string().nullish(),
});

interface WithClientData {
  response: { clientDataJSON: string };
}

function clientDataOf({ response }: WithClientData): z.infer<typeof clientDataSchema> {
  try {
    return clientDataSchema.parse(JSON.parse(Buffer.from(response.clientDataJSON, 'base64url').toString()));
  } catch {
    throw illFormed('clientDataJSON');
  }
}

/** The challenge (base64url) in the client data of a response, before any verification. @throws 400 for ill-formed client data */
export const challengeIn = (response: WithClientData): string => clientDataOf(response).challenge;

/**
 * Whether the ceremony took place in a frame of another site. No page of the service is used like that, so somebody lures the user (WebAuthn
 * Level 3 §7.1 and §7.2, steps about `crossOrigin` and `topOrigin`, which the library leaves to its caller).
 */
export function isFramed(response: WithClientData): boolean {
  const { crossOrigin, topOrigin } = clientDataOf(response);
  return crossOrigin === true || topOrigin != null;
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

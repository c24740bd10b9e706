import { parse as uuidBytes } from 'uuid';
import * as z from 'zod';
import { badRequest } from '../../kernel/errors.ts';
import type { descriptorSchema } from './schema.ts';

/** What authenticators send (WebAuthn Level 3 §5.1): its form. Its truth is judged where it is used. */

const base64url = () => z.string().regex(/^[A-Za-z0-9_-]+$/, 'must be base64url');

const credential = <T extends z.ZodRawShape>(response: T) =>
  z
    .object({
      id: base64url(),
      rawId: base64url(),
      type: z.literal('public-key'),
      response: z.object({ clientDataJSON: base64url(), ...response }),
    })
    .refine(({ id, rawId }) => id === rawId, { path: ['rawId'], message: 'must be the id' });

export const Attestation = credential({ attestationObject: base64url() });
export type Attestation = z.infer<typeof Attestation>;

export const Assertion = credential({
  authenticatorData: base64url(),
  signature: base64url(),
  userHandle: base64url().nullish(),
});
export type Assertion = z.infer<typeof Assertion>;

const ClientData = z.object({ type: z.string(), challenge: z.string().min(1), origin: z.string() });

/** The challenge that an authenticator signed. @throws 400 when the client data are not what a browser writes */
export function challengeIn({ response }: { response: { clientDataJSON: string } }): string {
  try {
    return ClientData.parse(JSON.parse(Buffer.from(response.clientDataJSON, 'base64url').toString())).challenge;
  } catch {
    throw illFormed('clientDataJSON');
  }
}

/** 400: a part of an authenticator's response cannot be read. */
export const illFormed = (part: string) =>
  badRequest(`Invalid or missing: response.response.${part}.`, { [`response.response.${part}`]: ['cannot be read'] });

export type Descriptor = z.infer<typeof descriptorSchema>;

export const descriptor = (credentialId: string): Descriptor => ({ type: 'public-key', id: credentialId });

/** Milliseconds that a browser lets its user take. */
export const TIMEOUT_MILLIS = 60_000;

/** How authenticators name a person: the bytes of the id, base64url. */
export const userHandle = (userId: string): string => Buffer.from(uuidBytes(userId)).toString('base64url');

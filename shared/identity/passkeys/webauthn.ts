import * as z from 'zod';
import { parse as uuidBytes } from 'uuid';
import { badRequest } from '../../kernel/errors.ts';
import type { descriptorSchema } from './schema.ts';

const clientDataSchema = z.object({ type: z.string(), challenge: z.string().min(1), origin: z.string() });

/** The challenge that an authenticator signed. @throws 400 when the client data are not what a browser writes */
export function challengeIn({ response }: { response: { clientDataJSON: string } }): string {
  try {
    return clientDataSchema.parse(JSON.parse(Buffer.from(response.clientDataJSON, 'base64url').toString())).challenge;
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

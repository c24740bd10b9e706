import { registerCache } from '#shared/base/kernel/caches.ts';
import { findServiceSecret, serviceSecret } from '#shared/platform/store/service-secret.ts';
import { isToken, mailNamedBy, type TrackedMail } from './token.ts';

/** The secret that tokens and links of tracked mails are made with. A process reads it once. */
let known: string | undefined;
registerCache(() => (known = undefined));

/** The secret in base64; made by the first tracked mail. */
export const madeSecret = async (): Promise<string> => (known ??= await serviceSecret('mail-tracking'));

export interface OpenedToken extends TrackedMail {
  secret: string;
}

/** Verifies a token. Costs no read, but for the secret in the first call of a process. @returns undefined for an unknown token */
export async function openToken(token: string): Promise<OpenedToken | undefined> {
  if (!isToken(token)) return undefined;
  const secret = (known ??= await findServiceSecret('mail-tracking'));
  if (secret === undefined) return undefined;
  const mail = mailNamedBy(secret, token);
  return mail && { ...mail, secret };
}

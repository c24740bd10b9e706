import { seal, type SealContext, type Sealed, unseal } from '#shared/platform/aws/sealed.ts';
import { instant, instantIn } from '#shared/base/kernel/clock.ts';
import { randomHex } from '#shared/base/kernel/ids.ts';
import type { CompanyId } from '#shared/platform/store/table.ts';
import type { PreviousSecret, WebhookEndpoint } from './store.ts';

/** The secrets that sign deliveries (WHK-25 to WHK-30): stored encrypted, shown only when they are created. */

/** 64 lower-case hex characters, which are also valid base64 of 48 bytes: one secret serves both signature schemes. */
export const newSecret = (): string => `whsec_${randomHex(32)}`;

/** Shown in responses in place of a secret; contains no character of it. */
export const MASKED_SECRET = `whsec_${'•'.repeat(8)}`;

const contextOf = (company: CompanyId, id: string): SealContext => ({ company, webhook: id });

export const sealSecret = (company: CompanyId, id: string, secret: string): Promise<Sealed> =>
  seal(secret, contextOf(company, id));

/** Maximum of earlier secrets that also sign: each adds a signature to a header of every request. */
const MOST_PREVIOUS = 4;

const inGrace = ({ until }: PreviousSecret): boolean => until > instant();

/** The earlier secrets after a rotation: the replaced one, and those whose grace period has not ended. Newest first. */
export const keptSecrets = ({ secret, previousSecrets }: WebhookEndpoint, graceHours: number): PreviousSecret[] =>
  [{ secret, until: instantIn(graceHours * 3600) }, ...previousSecrets.filter(inGrace)].slice(0, MOST_PREVIOUS);

/** Decrypts the secrets that sign now: the current one first, then earlier ones in their grace period. */
export function openSecrets(company: CompanyId, { id, secret, previousSecrets }: WebhookEndpoint): Promise<string[]> {
  const sealed = [secret, ...previousSecrets.filter(inGrace).map(one => one.secret)];
  return Promise.all(sealed.map(one => unseal(one, contextOf(company, id))));
}

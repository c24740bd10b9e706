import { seal, type SealContext, type Sealed, unseal } from '../../aws/sealed.ts';
import { instant } from '../../kernel/clock.ts';
import { randomHex } from '../../kernel/ids.ts';
import type { CompanyId } from '../../store/table.ts';
import type { WebhookEndpoint } from './store.ts';

/** The secrets that deliveries are signed with (completions-documents §7.3): kept sealed, shown when they are made. */

/** 64 lower-case hex characters, which are valid base64 of 48 bytes too: one secret for both schemes of signatures. */
export const newSecret = (): string => `whsec_${randomHex(32)}`;

/** What answers show in a secret's place: no character of it. */
export const MASKED_SECRET = `whsec_${'•'.repeat(8)}`;

const contextOf = (company: CompanyId, id: string): SealContext => ({ company, webhook: id });

export const sealSecret = (company: CompanyId, id: string, secret: string): Promise<Sealed> =>
  seal(secret, contextOf(company, id));

/** The secrets that sign now: the current one first, then the one before it while its time lasts. */
export function openSecrets(company: CompanyId, { id, secret, previousSecret }: WebhookEndpoint): Promise<string[]> {
  const sealed = previousSecret && previousSecret.until > instant() ? [secret, previousSecret.secret] : [secret];
  return Promise.all(sealed.map(one => unseal(one, contextOf(company, id))));
}

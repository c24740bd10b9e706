import { seal, type SealContext, type Sealed, unseal } from '../../aws/sealed.ts';
import { instant, instantIn } from '../../kernel/clock.ts';
import { randomHex } from '../../kernel/ids.ts';
import type { CompanyId } from '../../store/table.ts';
import type { PreviousSecret, WebhookEndpoint } from './store.ts';

/** The secrets that deliveries are signed with (completions-documents §7.3): kept sealed, shown when they are made. */

/** 64 lower-case hex characters, which are valid base64 of 48 bytes too: one secret for both schemes of signatures. */
export const newSecret = (): string => `whsec_${randomHex(32)}`;

/** What answers show in a secret's place: no character of it. */
export const MASKED_SECRET = `whsec_${'•'.repeat(8)}`;

const contextOf = (company: CompanyId, id: string): SealContext => ({ company, webhook: id });

export const sealSecret = (company: CompanyId, id: string, secret: string): Promise<Sealed> =>
  seal(secret, contextOf(company, id));

/** Earlier secrets that may sign beside the current one: each adds a signature to the header of every request. */
const MOST_PREVIOUS = 4;

const inGrace = ({ until }: PreviousSecret): boolean => until > instant();

/** The earlier secrets after one more rotation: the one that is replaced, and those whose grace has not ended. Newest first. */
export const keptSecrets = ({ secret, previousSecrets }: WebhookEndpoint, graceHours: number): PreviousSecret[] =>
  [{ secret, until: instantIn(graceHours * 3600) }, ...previousSecrets.filter(inGrace)].slice(0, MOST_PREVIOUS);

/** The secrets that sign now: the current one first, then earlier ones during their grace. */
export function openSecrets(company: CompanyId, { id, secret, previousSecrets }: WebhookEndpoint): Promise<string[]> {
  const sealed = [secret, ...previousSecrets.filter(inGrace).map(one => one.secret)];
  return Promise.all(sealed.map(one => unseal(one, contextOf(company, id))));
}

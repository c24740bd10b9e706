import { unseal } from '#shared/platform/aws/sealed.ts';
import { instant, instantIn } from '#shared/base/kernel/clock.ts';
import { log } from '#shared/base/kernel/log.ts';
import { transact, update } from '#shared/platform/store/transact.ts';
import { bestFor, isValid, type TaxauthToken } from './model.ts';
import { readConnecting, sealContext, tokenKey } from './store.ts';
import type { Company } from '#shared/model/company.ts';
import type { AuthorityAccess } from './authority-client.ts';

/** What decides how a company reaches the authority. */
type Connecting = Pick<Company, 'id' | 'organizationId' | 'cif' | 'sandbox'>;

/**
 * The access token for calls to the tax authority on behalf of a company: an unexpired token of an active member of its
 * organization, validated for the company's tax number; null when there is none. A sandbox company needs none: its calls go to the
 * simulator. Costs one parallel round trip and one call of KMS. Never log the token.
 *
 * @param notesUse whether this use moves `lastUsedAt`: not that of steps which follow one that has done so
 */
export const connectionOf = async (
  company: Connecting,
  { notesUse = true }: { notesUse?: boolean } = {},
): Promise<AuthorityAccess | null> =>
  connectionAmong(company.sandbox ? [] : await readConnecting(company.organizationId), company, { notesUse });

/** As `connectionOf`, of tokens that were read (`readConnecting`). One call of KMS. */
export async function connectionAmong(
  tokens: readonly TaxauthToken[],
  company: Connecting,
  { notesUse = true }: { notesUse?: boolean } = {},
): Promise<AuthorityAccess | null> {
  if (company.sandbox) return { sandbox: company };
  const token = validFor(tokens, company.cif);
  if (!token) return null;
  const [value] = await Promise.all([openToken(token), notesUse && touch(token)]);
  return { token: value };
}

/** The record of that token, with its value encrypted; null when there is none, and for a sandbox company. */
export const connectionFor = async ({ organizationId, cif, sandbox }: Connecting): Promise<TaxauthToken | null> =>
  sandbox ? null : validFor(await readConnecting(organizationId), cif);

function validFor(tokens: readonly TaxauthToken[], cif: string): TaxauthToken | null {
  const token = bestFor(tokens, cif);
  return token && isValid(token) ? token : null;
}

/** Whether a company has a connection as described at `connectionOf`. */
export const isConnected = async (company: Connecting): Promise<boolean> =>
  company.sandbox === true || (await connectionFor(company)) !== null;

/** Decrypts the value of a token. Never log it. */
export const openToken = (token: TaxauthToken): Promise<string> => unseal(token.sealed, sealContext(token));

/** Updates `lastUsedAt`, at most once a minute. An error is only logged, so that it fails no request. */
async function touch(token: TaxauthToken): Promise<void> {
  if (token.lastUsedAt !== null && token.lastUsedAt > instantIn(-60)) return;
  try {
    await transact([
      update(tokenKey(token.organizationId, token.id), {
        expression: 'SET #data.lastUsedAt = :now',
        names: { '#data': 'data' },
        values: { ':now': instant() },
        condition: 'attribute_exists(pk)',
      }),
    ]);
  } catch (error) {
    log.warn('last use of a tax authority token not stored', { tokenId: token.id, error: (error as Error).name });
  }
}

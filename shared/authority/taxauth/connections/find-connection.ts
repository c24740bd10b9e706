import { unseal } from '#shared/platform/aws/sealed.ts';
import { instant, instantIn } from '#shared/base/kernel/clock.ts';
import { log } from '#shared/base/kernel/log.ts';
import { transact, update } from '#shared/platform/store/transact.ts';
import { bestFor, isValid, type TaxauthToken } from './model.ts';
import { readConnecting, sealContext, tokenKey } from './store.ts';

/**
 * The access token for calls to the tax authority on behalf of a company: an unexpired token of an active member of its
 * organization, validated for the company's tax number; null when there is none. Costs one parallel round trip and one call of KMS.
 * Never log the token.
 *
 * @param notesUse whether this use moves `lastUsedAt`: not that of steps which follow one that has done so
 */
export const connectionOf = async (
  organizationId: string,
  cif: string,
  { notesUse = true }: { notesUse?: boolean } = {},
): Promise<string | null> => connectionAmong(await readConnecting(organizationId), cif, { notesUse });

/** As `connectionOf`, of tokens that were read (`readConnecting`). One call of KMS. */
export async function connectionAmong(
  tokens: readonly TaxauthToken[],
  cif: string,
  { notesUse = true }: { notesUse?: boolean } = {},
): Promise<string | null> {
  const token = validFor(tokens, cif);
  if (!token) return null;
  const [value] = await Promise.all([openToken(token), notesUse && touch(token)]);
  return value;
}

/** The record of that token, with its value encrypted; null when there is none. */
export const connectionFor = async (organizationId: string, cif: string): Promise<TaxauthToken | null> =>
  validFor(await readConnecting(organizationId), cif);

function validFor(tokens: readonly TaxauthToken[], cif: string): TaxauthToken | null {
  const token = bestFor(tokens, cif);
  return token && isValid(token) ? token : null;
}

/** Whether a company has a token as described at `connectionOf`. */
export const isConnected = async (organizationId: string, cif: string): Promise<boolean> =>
  (await connectionFor(organizationId, cif)) !== null;

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

import { unseal } from '../../aws/sealed.ts';
import { instant, instantIn } from '../../kernel/clock.ts';
import { log } from '../../kernel/log.ts';
import { transact, update } from '../../store/transact.ts';
import { bestFor, isValid, type TaxauthToken } from './model.ts';
import { readConnecting, sealContext, tokenKey } from './store.ts';

/**
 * The access token by which a company reaches the tax authority: that of an active member of its organization, in force, whose
 * validated tax numbers hold the company's; null when there is none. One parallel round trip, one call to KMS; never to be logged.
 */
export async function connectionOf(organizationId: string, cif: string): Promise<string | null> {
  const token = await connectionFor(organizationId, cif);
  if (!token) return null;
  const [value] = await Promise.all([openToken(token), touch(token)]);
  return value;
}

/** The token by which a company reaches the authority, sealed; null when there is none. */
export async function connectionFor(organizationId: string, cif: string): Promise<TaxauthToken | null> {
  const token = bestFor(await readConnecting(organizationId), cif);
  return token && isValid(token) ? token : null;
}

/** Whether a company is connected to the authority. */
export const isConnected = async (organizationId: string, cif: string): Promise<boolean> =>
  (await connectionFor(organizationId, cif)) !== null;

export const openToken = (token: TaxauthToken): Promise<string> => unseal(token.sealed, sealContext(token));

/** Notes the use of a token, at most once a minute. A failure to note it fails no request. */
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
    log.warn('use of a token of the tax authority not noted', { tokenId: token.id, error: (error as Error).name });
  }
}

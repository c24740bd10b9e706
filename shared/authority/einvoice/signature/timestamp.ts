import { checkCertificate } from './chain.ts';
import { invalidTimestamp, readTimestamp } from './timestamp-token.ts';
import type { Trust } from './trust.ts';

/**
 * Verifies a time-stamp token for some bytes, and that its signer's certificate was valid at the stated time and has a path to a
 * trust anchor.
 *
 * @returns the time
 * @throws SignatureError `timestamp_invalid`
 */
export async function verifyTimestamp(token: Uint8Array, stamped: Uint8Array, trust: Trust): Promise<Date> {
  const { info, certificate, carried } = await readTimestamp(token, stamped);
  try {
    await checkCertificate({ certificate, carried, use: 'time-stamps', at: info.genTime }, trust);
  } catch (error) {
    throw invalidTimestamp(`The time-stamp cannot be trusted: ${(error as Error).message}`, error);
  }
  return info.genTime;
}

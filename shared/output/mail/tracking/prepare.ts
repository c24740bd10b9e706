import { environment, optionalEnvironment } from '#shared/platform/aws/environment.ts';
import { sha256 } from '#shared/base/kernel/ids.ts';
import { readSealed } from '#shared/platform/store/company-secret.ts';
import { secretOf } from '#shared/platform/store/new-company-secret.ts';
import { type Key, lookupKey } from '#shared/platform/store/table.ts';
import { put, type Write } from '#shared/platform/store/transact.ts';
import type { DocumentEmail } from '../documents/model.ts';
import { type OwnAddresses, tokenOf, TRACKING_SECRET, trackedLinks, type TrackedLinks } from './links.ts';

export interface PreparedTracking {
  links: TrackedLinks;
  /** Writes that must commit before the mail is sent; the same at each try. */
  writes: Write[];
}

/** The addresses of this stage. */
export const ownAddresses = (): OwnAddresses => ({
  apiUrl: environment('apiUrl'),
  appUrl: environment('appUrl'),
  trackingUrl: optionalEnvironment('trackingUrl'),
});

/** Makes the links of a tracked mail. Costs one read and one call of KMS. @param sk sort key of the mail's record */
export async function prepareTracking({ companyId, id }: DocumentEmail, { sk }: Key): Promise<PreparedTracking> {
  const { secret, writes } = await secretOf(companyId, TRACKING_SECRET, await readSealed(companyId, TRACKING_SECRET));
  const lookup = { ...lookupKey('TRACK', sha256(tokenOf(secret, id))), kind: 'tracked-mail' as const, companyId, mailSk: sk };
  return { links: trackedLinks(ownAddresses(), secret, id), writes: [...writes, put(lookup)] };
}

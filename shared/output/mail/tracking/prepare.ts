import { environment, optionalEnvironment } from '#shared/platform/aws/environment.ts';
import type { MailKind } from '../documents/kind.ts';
import type { DocumentEmail } from '../documents/model.ts';
import { type OwnAddresses, trackedLinks, type TrackedLinks } from './links.ts';
import { madeSecret } from './secret.ts';
import { tokenOf } from './token.ts';

/** The addresses of this stage. */
export const ownAddresses = (): OwnAddresses => ({
  apiUrl: environment('apiUrl'),
  appUrl: environment('appUrl'),
  trackingUrl: optionalEnvironment('trackingUrl'),
});

/** Makes the links of a tracked mail, the same at each try. Costs one read in a process. */
export async function prepareTracking(kind: Pick<MailKind, 'prefix'>, email: DocumentEmail): Promise<TrackedLinks> {
  const secret = await madeSecret();
  return trackedLinks(ownAddresses(), secret, tokenOf(secret, kind, email));
}

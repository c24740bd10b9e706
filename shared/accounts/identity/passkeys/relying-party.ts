import { environment, optionalEnvironment } from '#shared/platform/aws/environment.ts';
import { setting } from '#shared/platform/settings/settings.ts';

/** Identity of the service towards authenticators: passkeys (WebAuthn Level 3 §5.4.2) and authenticator apps (Key URI format). */

/** The product name shown to users: a deployment setting. */
export const productName = (): string => setting('PRODUCT_NAME');

/** The domain that passkeys are bound to: `PASSKEY_RP_ID`; by default, the host of the web application. */
export const relyingPartyId = (): string => optionalEnvironment('passkeyDomain') ?? new URL(environment('appUrl')).hostname;

/** Web origins that may use passkeys: `PASSKEY_ORIGINS`, separated by commas; by default, the origin of the web application. */
export const relyingPartyOrigins = (): string[] =>
  (optionalEnvironment('passkeyOrigins') ?? new URL(environment('appUrl')).origin).split(',').map(origin => origin.trim());

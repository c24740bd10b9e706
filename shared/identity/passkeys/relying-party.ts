import { environment, optionalEnvironment } from '../../aws/environment.ts';
import { setting } from '../../settings/settings.ts';

/** As whom the service appears to authenticators (WebAuthn Level 3 §5.4.2, Key URI format). */

/** The name that people see: a deployment setting. */
export const productName = (): string => setting('PRODUCT_NAME');

/** The domain that passkeys are bound to: `PASSKEY_RP_ID`, or that of the web application. */
export const relyingPartyId = (): string => optionalEnvironment('passkeyDomain') ?? new URL(environment('appUrl')).hostname;

/** Where passkeys may be used: `PASSKEY_ORIGINS`, separated by commas, or the web application. */
export const relyingPartyOrigins = (): string[] =>
  (optionalEnvironment('passkeyOrigins') ?? new URL(environment('appUrl')).origin).split(',').map(origin => origin.trim());

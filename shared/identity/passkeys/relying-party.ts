import { environment, setting } from '../../aws/environment.ts';

/** As whom the service appears to authenticators (WebAuthn Level 3 §5.4.2, Key URI format). */

/** The name that people see: a deployment setting. */
export const productName = (): string => setting('PRODUCT_NAME', 'Invoicing');

/** The domain that passkeys are bound to: `PASSKEY_RP_ID`, or that of the web application. */
export const relyingPartyId = (): string => setting('PASSKEY_RP_ID', new URL(environment('appUrl')).hostname);

/** Where passkeys may be used: `PASSKEY_ORIGINS`, separated by commas, or the web application. */
export const relyingPartyOrigins = (): string[] =>
  setting('PASSKEY_ORIGINS', new URL(environment('appUrl')).origin)
    .split(',')
    .map(origin => origin.trim());

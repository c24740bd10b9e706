import { epochSeconds } from '#shared/base/kernel/clock.ts';
import { productName } from '../passkeys/relying-party.ts';

/** Time-based one-time passwords (RFC 6238): SHA-1, 6 digits, 30 seconds, which all authenticator applications support. */

const PERIOD_SECONDS = 30;
const PICTURE_PIXELS = 300;

/** A new secret of 160 bits in base32 (RFC 4226 §4, R6). */
export async function newTotpSecret(): Promise<string> {
  const { generateSecret } = await import('otplib/functional');
  return generateSecret({ length: 20 });
}

/** The Key URI of an account for authenticator applications, and its QR code. */
export async function totpInvitation(email: string, secret: string): Promise<{ otpauthUri: string; qrCode: string }> {
  const [{ generateURI }, { default: qrcode }] = await Promise.all([import('otplib/functional'), import('qrcode')]);
  const form = { algorithm: 'sha1', digits: 6, period: PERIOD_SECONDS } as const;
  const otpauthUri = generateURI({ issuer: productName(), label: email, secret, ...form });
  return { qrCode: await qrcode.toDataURL(otpauthUri, { type: 'image/png', width: PICTURE_PIXELS }), otpauthUri };
}

/**
 * The time step of a code: the current one, or one step before or after it, for clocks that differ. Null for a wrong code, and for
 * a code of a step up to `lastStep`: neither an accepted code nor an earlier one is accepted again (RFC 6238 §5.2).
 */
export async function totpStep(secret: string, code: string, lastStep: number): Promise<number | null> {
  const token = code.replaceAll(/\s/g, '');
  if (!/^\d{6}$/.test(token)) return null;
  const { verify } = await import('otplib/functional');
  const found = await verify({
    ...{ secret, token, epoch: epochSeconds(), period: PERIOD_SECONDS, epochTolerance: PERIOD_SECONDS },
    ...(lastStep >= 0 && { afterTimeStep: lastStep }),
  });
  return found.valid && 'timeStep' in found ? found.timeStep : null;
}

import { epochSeconds } from '../../kernel/clock.ts';
import { productName } from '../passkeys/relying-party.ts';

/** Time-based one-time passwords (RFC 6238): SHA-1, 6 digits, 30 seconds, as all authenticator applications know them. */

const PERIOD_SECONDS = 30;
const PICTURE_PIXELS = 300;

/** A new secret, as people and applications write it: 160 bits in base32 (RFC 4226 §4, R6). */
export async function newTotpSecret(): Promise<string> {
  const { generateSecret } = await import('otplib/functional');
  return generateSecret({ length: 20 });
}

/** What an authenticator application scans: the Key URI of an account, and a picture of it. */
export async function totpInvitation(email: string, secret: string): Promise<{ otpauthUri: string; qrCode: string }> {
  const [{ generateURI }, { default: qrcode }] = await Promise.all([import('otplib/functional'), import('qrcode')]);
  const form = { algorithm: 'sha1', digits: 6, period: PERIOD_SECONDS } as const;
  const otpauthUri = generateURI({ issuer: productName(), label: email, secret, ...form });
  return { otpauthUri, qrCode: await qrcode.toDataURL(otpauthUri, { type: 'image/png', width: PICTURE_PIXELS }) };
}

/**
 * The time step whose code this is: the current one, or one step either way for clocks that differ. Null for a wrong code, and
 * for a code of a step up to `lastStep`: an accepted code is never accepted again, nor is one before it (RFC 6238 §5.2).
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

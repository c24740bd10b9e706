import { readJson } from '#shared/platform/outbound/read-body.ts';
import { setting } from '#shared/platform/settings/settings.ts';
import { forbidden, unavailable } from '#shared/base/kernel/errors.ts';

/**
 * Captcha check (ACC-96) by the `siteverify` protocol that the common providers share. Configured by the setting
 * `CAPTCHA_VERIFY_URL` and the secret `captcha`. Without the URL nothing is checked, and tokens are ignored.
 */
const TIMEOUT_MILLIS = 5_000;
const MOST_BYTES = 100_000;

/**
 * Requires a solved captcha if captchas are configured.
 *
 * @param token response token of the provider's widget
 * @param address IP address of the caller
 * @throws 403 for a missing token or one that the provider refuses, 503 if the provider cannot be reached or the secret not read
 */
export async function requireCaptcha(token: string | null | undefined, address: string): Promise<void> {
  const url = setting('CAPTCHA_VERIFY_URL');
  if (url === undefined) return;
  if (!token || !(await accepted(url, token, address)))
    throw forbidden('captcha', 'The captcha was not solved: send its token as captchaToken.');
}

async function accepted(url: string, token: string, address: string): Promise<boolean> {
  try {
    const { readSecret } = await import('#shared/platform/settings/secrets.ts');
    const answer = await fetch(url, {
      method: 'POST',
      body: new URLSearchParams({ secret: await readSecret('captcha'), response: token, remoteip: address }),
      // Following a redirect could send the secret to another host.
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MILLIS),
    });
    if (!answer.ok) throw new Error(`The provider answered ${answer.status}.`);
    return ((await readJson(answer, MOST_BYTES)) as { success?: unknown }).success === true;
  } catch (error) {
    throw unavailable('The captcha cannot be checked at present; try again.', { retryAfter: 5, cause: error });
  }
}

import { readJson } from '../../outbound/read-body.ts';
import { setting } from '../../settings/settings.ts';
import { forbidden, unavailable } from '../../kernel/errors.ts';

/**
 * Proof that a person sits at the form (completions-accounts §25): the `siteverify` protocol that the known providers share.
 * Setting: `CAPTCHA_VERIFY_URL`, with the secret `captcha`. Without the address nothing is checked and the token is ignored.
 */
const TIMEOUT_MILLIS = 5_000;
const MOST_BYTES = 100_000;

/**
 * @param token what the form's widget gave.
 * @param address of the caller.
 * @throws 403 for a token that the provider does not accept, 503 when it cannot be reached.
 */
export async function requireCaptcha(token: string | null | undefined, address: string): Promise<void> {
  const url = setting('CAPTCHA_VERIFY_URL');
  if (url === undefined) return;
  if (!token || !(await accepted(url, token, address)))
    throw forbidden('captcha', 'The captcha was not solved: send its token as captchaToken.');
}

async function accepted(url: string, token: string, address: string): Promise<boolean> {
  try {
    const { readSecret } = await import('../../settings/secrets.ts');
    const answer = await fetch(url, {
      method: 'POST',
      body: new URLSearchParams({ secret: await readSecret('captcha'), response: token, remoteip: address }),
      // A redirect would carry the secret somewhere else.
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MILLIS),
    });
    if (!answer.ok) throw new Error(`The provider answered ${answer.status}.`);
    return ((await readJson(answer, MOST_BYTES)) as { success?: unknown }).success === true;
  } catch (error) {
    throw unavailable('The captcha cannot be checked at present; try again.', { cause: error });
  }
}

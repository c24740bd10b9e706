import { environment } from '#shared/platform/aws/environment.ts';
import { setting } from '#shared/platform/settings/settings.ts';
import { epochSeconds } from '#shared/base/kernel/clock.ts';
import { newId } from '#shared/base/kernel/ids.ts';
import type { Session } from '#shared/platform/access/model.ts';
import { loginEnd } from './open.ts';
import { signToken } from '../token-keys/signing-keys.ts';

/** Lifetime of an access token in seconds: a deployment setting, by default 1 hour. */
const lifetime = (): number => setting('ACCESS_TOKEN_SECONDS');

/** A new access token (JWT) of a session. It expires no later than `loginEnd` of the session. */
export function issueAccessToken(
  user: { id: string; email: string },
  session: Pick<Session, 'id' | 'createdAt'>,
): Promise<string> {
  const iat = epochSeconds();
  const issuer = environment('tokenIssuer');
  return signToken({
    iss: issuer,
    aud: issuer,
    sub: user.id,
    email: user.email,
    sid: session.id,
    jti: newId(),
    iat,
    exp: Math.min(iat + lifetime(), loginEnd(session)),
  });
}

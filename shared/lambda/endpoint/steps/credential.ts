import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { claimedBy } from '../../../access/access-token.ts';
import { readApiKey } from '../../../access/credentials.ts';
import { header } from '../request.ts';

/** The credential of a request as sent, before it is verified. */
export type Credential =
  | { kind: 'none' }
  | { kind: 'malformed' }
  | { kind: 'session'; token: string; userId: string; sessionId: string }
  | { kind: 'api-key'; userId: string; hash: string };

/** Reads `Authorization`: `Bearer <JWT>`, or an API key with no prefix (interface.md §Authentication 1, 2). */
export function readCredential(event: APIGatewayProxyEventV2): Credential {
  const sent = header(event, 'authorization')?.trim();
  if (!sent) return { kind: 'none' };
  const bearer = /^bearer\s+(\S+)$/i.exec(sent)?.[1];
  if (bearer !== undefined) {
    const claimed = claimedBy(bearer);
    return claimed ? { kind: 'session', token: bearer, userId: claimed.sub, sessionId: claimed.sid } : { kind: 'malformed' };
  }
  const key = readApiKey(sent);
  return key ? { kind: 'api-key', ...key } : { kind: 'malformed' };
}

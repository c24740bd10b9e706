import * as z from 'zod';
import { answer } from '#shared/platform/lambda/endpoint/answer.ts';
import { defineEndpoint } from '#shared/platform/lambda/endpoint/define-endpoint.ts';
import { publishedJwk, publishedKeys } from '#shared/platform/access/published-keys.ts';

const keysSchema = () =>
  z.object({
    keys: z.array(
      z.object({
        kty: z.literal('EC'),
        crv: z.literal('P-256'),
        x: z.string(),
        y: z.string(),
        alg: z.literal('ES256'),
        use: z.literal('sig'),
        kid: z.string(),
      }),
    ),
  });

export const handler = defineEndpoint(
  {
    method: 'GET',
    path: '/.well-known/jwks.json',
    summary: 'Get the public keys that verify access tokens',
    auth: 'public',
    responses: { 200: keysSchema },
    read: publishedKeys,
  },
  ({ loaded }) => answer(200, { keys: loaded.map(publishedJwk) }, { 'cache-control': 'public, max-age=300' }),
);

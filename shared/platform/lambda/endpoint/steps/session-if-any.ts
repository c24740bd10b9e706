import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { readCredential } from './credential.ts';
import { type Caller, identify, verify } from './identify.ts';

/**
 * The caller of a public endpoint that shows more to logged-in users; null without a valid session. A refused credential, or a
 * failing read, also gives null, so that the endpoint still responds. The signature is verified before anything is read.
 */
export async function sessionIfAny(event: APIGatewayProxyEventV2): Promise<Caller | null> {
  const credential = readCredential(event);
  if (credential.kind !== 'session') return null;
  try {
    const verified = await verify(credential);
    return verified.kind === 'session' ? await identify(verified) : null;
  } catch {
    return null;
  }
}

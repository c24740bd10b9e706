import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { readCredential } from './credential.ts';
import { type Caller, identify, verify } from './identify.ts';

/**
 * The caller of a public endpoint that shows more to some: who holds a session, or null. A credential that would be refused elsewhere, and one
 * that cannot be looked up now, count as none: the endpoint answers all the same. Its signature is verified before anything is read.
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

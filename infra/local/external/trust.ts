import { TRUST_FILES } from '#shared/platform/aws/trust-bucket.ts';
import { TRUST_BUCKET } from '../environment.ts';
import type { Taxauth } from '../taxauth/index.ts';

/** Uploads the simulator's certificate authority and its revocation list to the trust bucket, as an operator does on a stage. */
export async function publishTrust(s3Endpoint: string, { anchor, revocationList }: Taxauth['trust']): Promise<void> {
  const put = async (key: string, body: string): Promise<void> => {
    const headers = { authorization: 'AWS4-HMAC-SHA256 local', 'content-type': 'application/x-pem-file' };
    const { status } = await fetch(`${s3Endpoint}/${TRUST_BUCKET}/${key}`, { method: 'PUT', headers, body });
    if (status !== 200) throw new Error(`The trust bucket answered ${status} to ${key}.`);
  };
  await Promise.all([put(TRUST_FILES.taxauthAnchors, anchor), put(TRUST_FILES.taxauthRevocationLists, revocationList)]);
}

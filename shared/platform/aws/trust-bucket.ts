import { GetObjectCommand } from '@aws-sdk/client-s3';
import { environment } from './environment.ts';
import { s3 } from './s3.ts';

/** Files that the deployer of a stage puts into its trust bucket, each with any number of PEM blocks. */
export const TRUST_FILES = {
  /** Trust anchors (certificates) for the tax authority's signatures and the time-stamps in them. */
  taxauthAnchors: 'taxauth/anchors.pem',
  /** Certificate revocation lists of the issuers below these anchors. */
  taxauthRevocationLists: 'taxauth/crl.pem',
} as const;

/** The text of a file; '' when the bucket does not have it. */
export async function readTrustFile(file: keyof typeof TRUST_FILES): Promise<string> {
  try {
    const { Body } = await s3().send(new GetObjectCommand({ Bucket: environment('trustBucket'), Key: TRUST_FILES[file] }));
    return (await Body?.transformToString()) ?? '';
  } catch (error) {
    if ((error as Error).name === 'NoSuchKey') return '';
    throw error;
  }
}

import { GetObjectCommand } from '@aws-sdk/client-s3';
import { environment } from './environment.ts';
import { s3 } from './s3.ts';

/** Files that the deployer of a stage puts into its trust bucket: PEM, any number of blocks each. */
export const TRUST_FILES = {
  /** Certificates under which the tax authority's signatures, and time-stamps in them, are believed. */
  taxauthAnchors: 'taxauth/anchors.pem',
  /** Revocation lists of those who issue under them. */
  taxauthRevocationLists: 'taxauth/crl.pem',
} as const;

/** The text of a file; '' when it was never put there. */
export async function readTrustFile(file: keyof typeof TRUST_FILES): Promise<string> {
  try {
    const { Body } = await s3().send(new GetObjectCommand({ Bucket: environment('trustBucket'), Key: TRUST_FILES[file] }));
    return (await Body?.transformToString()) ?? '';
  } catch (error) {
    if ((error as Error).name === 'NoSuchKey') return '';
    throw error;
  }
}

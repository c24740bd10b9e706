import { basename, relative } from 'node:path';
import { FileAssetPackaging, FileSystem, type Stack, Stage } from 'aws-cdk-lib';
import { remembered } from '../remembered.ts';

/** Every stage deploys the same folders. */
const hashOf = remembered(folder => FileSystem.fingerprint(folder));

/**
 * Makes a folder an asset of a stack: `cdk deploy` uploads it as a ZIP file under a hash of its content. Other than the CDK's `Asset`, which
 * copies the folder into the assembly, this refers to it where it is: put it into the assembly's own folder (infra/app.ts), so that the
 * assembly can be moved. Folders with the same content are one asset.
 *
 * @returns where the file will be, in the form of the properties of functions and layers
 */
export function codeAsset(stack: Stack, folder: string): { s3Bucket: string; s3Key: string } {
  const assembly = Stage.of(stack)?.outdir ?? '';
  const { bucketName: s3Bucket, objectKey: s3Key } = stack.synthesizer.addFileAsset({
    packaging: FileAssetPackaging.ZIP_DIRECTORY,
    sourceHash: hashOf(folder),
    fileName: relative(assembly, folder),
    displayName: `Code of ${basename(folder)}`,
  });
  return { s3Bucket, s3Key };
}

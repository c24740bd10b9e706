import { setting } from '../../settings/settings.ts';

/** Whether a deployer has installed the official rules: `EINVOICE_ARTIFACTS` names their folder, or `s3://bucket/prefix`. */
export const officialRulesInstalled = (): boolean => setting('EINVOICE_ARTIFACTS') !== undefined;

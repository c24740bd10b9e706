import { conflict } from '#shared/base/kernel/errors.ts';

export const enabledAlready = () => conflict('Two-factor authentication is already enabled.');

export const changedMeanwhile = () => conflict('Two-factor authentication has just been set up again or disabled.');

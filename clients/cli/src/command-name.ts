/**
 * How the command line is started, as its messages say: with this, no shell asks a registry for a package of the name. Published, it is
 * `@invoicing-service/cli`.
 */
export const COMMAND = 'npm run cli --';

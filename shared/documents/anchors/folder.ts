/** The folder of all anchors in their bucket; below it each company has its own. */
export const ANCHORS_FOLDER = 'companies/';

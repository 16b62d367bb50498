// What the server says of the page's content in `data-drawn` of its root: drawn for everyone, for one applicant, or not at all.
const root = (page: Document) => page.getElementById('root')?.dataset;

export const isDrawn = (page: Document): boolean => root(page)?.drawn !== undefined;
export const isDrawnForOne = (page: Document): boolean => root(page)?.drawn === 'one';

/** The query that shows the chosen offer with its consents, so that Back returns to the offers. */
export const previewSearch = '?step=preview';
export const isPreview = (search: URLSearchParams): boolean => search.get('step') === 'preview';

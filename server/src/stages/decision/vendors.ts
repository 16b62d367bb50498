/** The vendors that every decision needs. While their breakers are open, forms are saved for later and jobs do not call them. */
export const decisionVendors = ['socure', 'bureau'] as const;

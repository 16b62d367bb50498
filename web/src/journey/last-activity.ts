/** When something was last typed or pressed in this tab, or a part of a file was sent. Recent activity extends the session. */
export const lastActivity = { at: 0 };

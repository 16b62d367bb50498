// Shown while our own systems do not respond. In a file of its own, which is fetched only then.

export const serverUnavailable = "We're having trouble on our end, so please hold on while we keep trying.";

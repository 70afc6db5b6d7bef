"""What runs in this process with the whole house loaded; each module is loaded only by the command that needs it."""

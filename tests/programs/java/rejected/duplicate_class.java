class Helper {
}

class Helper { // error: duplicate class: Helper
}
